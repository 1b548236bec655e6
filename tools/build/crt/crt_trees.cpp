// The red and black trees under std::map and std::set. The head is no node of the tree: its parent is the root, left and right are the
// tree's first and last node, and it is red, which no root is.
#include <bits/stl_tree.h>

namespace std {

using node = _Rb_tree_node_base;

node *_Rb_tree_increment(node *at) throw()
{
    if (at->_M_right)
        return node::_S_minimum(at->_M_right);
    node *up = at->_M_parent;
    while (at == up->_M_right) {
        at = up;
        up = up->_M_parent;
    }
    return at->_M_right == up ? at : up; // behind a root that is also the last one
}

node *_Rb_tree_decrement(node *at) throw()
{
    if (at->_M_color == _S_red && at->_M_parent->_M_parent == at)
        return at->_M_right; // before the end
    if (at->_M_left)
        return node::_S_maximum(at->_M_left);
    node *up = at->_M_parent;
    while (at == up->_M_left) {
        at = up;
        up = up->_M_parent;
    }
    return up;
}

const node *_Rb_tree_increment(const node *at) throw() { return _Rb_tree_increment(const_cast<node *>(at)); }
const node *_Rb_tree_decrement(const node *at) throw() { return _Rb_tree_decrement(const_cast<node *>(at)); }

// The link that leads to a node.
static node *&link_to(node *at, node &head)
{
    if (head._M_parent == at)
        return head._M_parent;
    return at == at->_M_parent->_M_left ? at->_M_parent->_M_left : at->_M_parent->_M_right;
}

// A node's child on one side takes its place, and the node becomes the child's on the other one.
static void rotate(node *at, node *node::*side, node *node::*other, node &head)
{
    node *child = at->*side;
    at->*side = child->*other;
    if (at->*side)
        (at->*side)->_M_parent = at;
    link_to(at, head) = child;
    child->_M_parent = at->_M_parent;
    child->*other = at;
    at->_M_parent = child;
}

void _Rb_tree_insert_and_rebalance(const bool is_left, node *at, node *parent, node &head) throw()
{
    at->_M_parent = parent;
    at->_M_left = at->_M_right = nullptr;
    at->_M_color = _S_red;
    if (parent == &head) {
        head._M_parent = head._M_left = head._M_right = at;
    } else if (is_left) {
        parent->_M_left = at;
        if (parent == head._M_left)
            head._M_left = at;
    } else {
        parent->_M_right = at;
        if (parent == head._M_right)
            head._M_right = at;
    }
    while (at != head._M_parent && at->_M_parent->_M_color == _S_red) {
        node *up = at->_M_parent->_M_parent;
        bool of_left = at->_M_parent == up->_M_left;
        node *node::*side = of_left ? &node::_M_left : &node::_M_right;
        node *node::*other = of_left ? &node::_M_right : &node::_M_left;
        node *uncle = up->*other;
        if (uncle && uncle->_M_color == _S_red) {
            at->_M_parent->_M_color = uncle->_M_color = _S_black;
            up->_M_color = _S_red;
            at = up;
            continue;
        }
        if (at == at->_M_parent->*other) {
            at = at->_M_parent;
            rotate(at, other, side, head);
        }
        at->_M_parent->_M_color = _S_black;
        up->_M_color = _S_red;
        rotate(up, side, other, head);
    }
    head._M_parent->_M_color = _S_black;
}

// Takes a node with one child at most out of the tree; returns the child, or nullptr.
static node *unlink(node *at, node &head)
{
    node *child = at->_M_left ? at->_M_left : at->_M_right;
    link_to(at, head) = child;
    if (child)
        child->_M_parent = at->_M_parent;
    return child;
}

// Below `parent`, the side of `at` has one black node too few.
static void balance(node *at, node *parent, node &head)
{
    while (at != head._M_parent && (!at || at->_M_color == _S_black)) {
        bool is_left = at == parent->_M_left;
        node *node::*side = is_left ? &node::_M_left : &node::_M_right;
        node *node::*other = is_left ? &node::_M_right : &node::_M_left;
        auto is_black = [](node *child) { return !child || child->_M_color == _S_black; };
        if (!is_black(parent->*other)) {
            (parent->*other)->_M_color = _S_black;
            parent->_M_color = _S_red;
            rotate(parent, other, side, head);
        }
        node *sibling = parent->*other;
        if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
            sibling->_M_color = _S_red;
            at = parent;
            parent = parent->_M_parent;
            continue;
        }
        if (is_black(sibling->*other)) {
            (sibling->*side)->_M_color = _S_black;
            sibling->_M_color = _S_red;
            rotate(sibling, side, other, head);
            sibling = parent->*other;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        (sibling->*other)->_M_color = _S_black;
        rotate(parent, other, side, head);
        return;
    }
    if (at)
        at->_M_color = _S_black;
}

// The next node takes the place, links and colour of one with two children.
static void exchange(node *at, node *next, node &head)
{
    swap(at->_M_color, next->_M_color);
    node *right = next->_M_right, *parent = next->_M_parent;
    link_to(at, head) = next;
    next->_M_parent = at->_M_parent;
    next->_M_left = at->_M_left;
    next->_M_left->_M_parent = next;
    if (parent == at) {
        next->_M_right = at;
        at->_M_parent = next;
    } else {
        next->_M_right = at->_M_right;
        next->_M_right->_M_parent = next;
        parent->_M_left = at;
        at->_M_parent = parent;
    }
    at->_M_left = nullptr;
    at->_M_right = right;
    if (right)
        right->_M_parent = at;
}

node *_Rb_tree_rebalance_for_erase(node *const at, node &head) throw()
{
    if (head._M_left == at)
        head._M_left = at->_M_right ? node::_S_minimum(at->_M_right) : at->_M_parent;
    if (head._M_right == at)
        head._M_right = at->_M_left ? node::_S_maximum(at->_M_left) : at->_M_parent;
    if (at->_M_left && at->_M_right)
        exchange(at, node::_S_minimum(at->_M_right), head);
    node *parent = at->_M_parent, *child = unlink(at, head);
    if (at->_M_color == _S_black)
        balance(child, parent, head);
    return at;
}

} // namespace std
