// Names of files, by Windows' rules: a drive or a server, a root, and names between separators.
#include <filesystem>
#include <vector>

namespace std::filesystem {

namespace {

using text = wstring;
using view = wstring_view;
const view SEPARATORS = L"\\/";

bool is_separator(wchar_t c) { return c == L'/' || c == L'\\'; }
bool is_letter(wchar_t c) { return (c >= L'a' && c <= L'z') || (c >= L'A' && c <= L'Z'); }

// Where the root's name and the root end, and where the last name begins.
struct shape {
    size_t name = 0, root, last;

    explicit shape(view all)
    {
        if (all.size() >= 2 && is_letter(all[0]) && all[1] == L':')
            name = 2;
        else if (all.size() > 2 && is_separator(all[0]) && is_separator(all[1]) && !is_separator(all[2]))
            name = min(all.find_first_of(SEPARATORS, 2), all.size());
        root = min(all.find_first_not_of(SEPARATORS, name), all.size());
        size_t separator = all.find_last_of(SEPARATORS);
        last = separator == view::npos || separator < root ? root : separator + 1;
    }
};

// Where the last name's extension begins, which is its end if it has none.
size_t extension_of(view all)
{
    view last = all.substr(shape(all).last);
    size_t dot = last.rfind(L'.');
    bool has_none = dot == view::npos || dot == 0 || last == L"..";
    return all.size() - last.size() + (has_none ? last.size() : dot);
}

} // namespace

struct path::_List::_Impl {
    vector<_Cmpt> parts;
};

// A pointer that leads to no list of parts has a kind in its low bits.
void path::_List::_Impl_deleter::operator()(_Impl *given) const noexcept
{
    if (!(reinterpret_cast<uintptr_t>(given) & 3))
        delete given;
}

path::_List::_List() : _M_impl(reinterpret_cast<_Impl *>(_Type::_Filename)) {}
path::_List::_List(const _List &other) : _M_impl(other.empty() ? other._M_impl.get() : new _Impl(*other._M_impl)) {}

path::_List &path::_List::operator=(const _List &other)
{
    _List(other).swap(*this);
    return *this;
}

void path::_List::type(_Type type) noexcept { _M_impl.reset(reinterpret_cast<_Impl *>(type)); }
bool path::_List::empty() const noexcept { return type() != _Type::_Multi || !_M_impl; }
int path::_List::size() const noexcept { return empty() ? 0 : static_cast<int>(_M_impl->parts.size()); }
path::_List::const_iterator path::_List::begin() const noexcept { return _M_impl->parts.data(); }
path::_List::const_iterator path::_List::end() const noexcept { return begin() + size(); }

void path::_M_split_cmpts()
{
    view all = _M_pathname;
    shape parts(all);
    vector<_Cmpt> made;
    auto add = [&made](view text, _Type type, size_t at) { // a newer library's constructor would be ours to write
        _Cmpt part;
        part._M_pathname = text;
        part._M_cmpts.type(type);
        part._M_pos = at;
        made.push_back(std::move(part));
    };
    if (parts.name)
        add(all.substr(0, parts.name), _Type::_Root_name, 0);
    if (parts.root > parts.name)
        add(all.substr(parts.name, 1), _Type::_Root_dir, parts.name);
    for (size_t at = parts.root; at < all.size();) {
        size_t end = min(all.find_first_of(SEPARATORS, at), all.size());
        add(all.substr(at, end - at), _Type::_Filename, at);
        at = min(all.find_first_not_of(SEPARATORS, end), all.size());
        if (at == all.size() && end < at)
            add(view(), _Type::_Filename, at);
    }
    if (made.empty())
        _M_cmpts.type(_Type::_Filename);
    else if (made.size() == 1 && made[0]._M_pathname.size() == all.size())
        _M_cmpts.type(made[0]._M_type());
    else
        _M_cmpts._M_impl.reset(new _List::_Impl{std::move(made)});
}

path &path::operator=(const path &other)
{
    path(other).swap(*this);
    return *this;
}

path &path::operator/=(const path &other)
{
    shape own(_M_pathname), others(other._M_pathname);
    view added = other._M_pathname;
    if (other.is_absolute() || (others.name && other.root_name() != root_name()))
        return *this = other;
    text made;
    if (others.root > others.name)
        made = _M_pathname.substr(0, own.name);
    else if (has_filename() || (own.name > 2 && own.root == own.name))
        made = _M_pathname + preferred_separator;
    else
        made = _M_pathname;
    made += added.substr(others.name);
    return *this = std::move(made);
}

void path::_M_append(view added) { operator/=(path(text(added))); }

void path::_M_concat(view added)
{
    _M_pathname += added;
    _M_split_cmpts();
}

path &path::operator+=(const path &added) { return operator+=(added._M_pathname); }

path &path::remove_filename() { return *this = _M_pathname.substr(0, shape(_M_pathname).last); }

path &path::replace_filename(const path &name)
{
    remove_filename();
    return operator/=(name);
}

path &path::replace_extension(const path &extension)
{
    text made = _M_pathname.substr(0, extension_of(_M_pathname));
    if (!extension.empty() && extension._M_pathname[0] != L'.')
        made += L'.';
    return *this = made + extension._M_pathname;
}

path path::root_name() const { return _M_pathname.substr(0, shape(_M_pathname).name); }
path path::root_directory() const { return has_root_directory() ? _M_pathname.substr(shape(_M_pathname).name, 1) : text(); }
path path::root_path() const { return root_name()._M_pathname + root_directory()._M_pathname; }
path path::relative_path() const { return _M_pathname.substr(shape(_M_pathname).root); }
// The last name, and the place of its extension in there.
pair<const path::string_type *, size_t> path::_M_find_extension() const noexcept
{
    const text *last = _M_type() == _Type::_Filename ? &_M_pathname : nullptr;
    if (_M_type() == _Type::_Multi && !_M_cmpts.empty() && _M_cmpts._M_impl->parts.back()._M_type() == _Type::_Filename)
        last = &_M_cmpts._M_impl->parts.back()._M_pathname;
    if (!last)
        return {nullptr, text::npos};
    size_t extension = extension_of(*last);
    return {last, extension < last->size() ? extension : text::npos};
}

path path::parent_path() const
{
    shape parts(_M_pathname);
    size_t end = parts.last;
    if (parts.root == _M_pathname.size())
        return *this;
    while (end > parts.root && is_separator(_M_pathname[end - 1]))
        end--;
    return _M_pathname.substr(0, end);
}

bool path::has_root_name() const noexcept { return shape(_M_pathname).name; }

bool path::has_root_directory() const noexcept
{
    shape parts(_M_pathname);
    return parts.root > parts.name;
}

bool path::has_root_path() const noexcept { return shape(_M_pathname).root; }
bool path::has_relative_path() const noexcept { return shape(_M_pathname).root < _M_pathname.size(); }
bool path::has_parent_path() const noexcept { return !parent_path().empty(); }
bool path::has_filename() const noexcept { return shape(_M_pathname).last < _M_pathname.size(); }
int path::compare(const path &other) const noexcept
{
    if (int way = root_name()._M_pathname.compare(other.root_name()._M_pathname))
        return way;
    if (int way = has_root_directory() - other.has_root_directory())
        return way;
    path one = relative_path(), two = other.relative_path();
    iterator at = one.begin(), end = one.end(), others = two.begin(), others_end = two.end();
    for (; at != end && others != others_end; ++at, ++others)
        if (int way = at->_M_pathname.compare(others->_M_pathname))
            return way;
    return (at != end) - (others != others_end);
}

int path::compare(view other) const noexcept { return compare(path(text(other))); }

size_t hash_value(const path &given) noexcept
{
    size_t all = 0;
    for (const path &part : given)
        all = all * 31 + hash<text>()(part.native());
    return all;
}

path path::lexically_normal() const
{
    vector<text> names;
    bool is_folder = false; // the last name is one of a folder
    path relative = relative_path();
    for (const path &part : relative) {
        const text &name = part._M_pathname;
        is_folder = name.empty() || name == L"." || name == L"..";
        if (name.empty() || name == L".")
            continue;
        if (name != L"..")
            names.push_back(name);
        else if (!names.empty() && names.back() != L"..")
            names.pop_back();
        else if (!has_root_directory())
            names.push_back(name);
    }
    path root = root_path();
    root.make_preferred();
    text made;
    for (size_t i = 0; i < names.size(); i++)
        made += (i ? text(1, preferred_separator) : text()) + names[i];
    if (is_folder && !names.empty() && names.back() != L"..")
        made += preferred_separator;
    made = root._M_pathname + made;
    return made.empty() && !empty() ? L"." : made;
}

path path::lexically_relative(const path &base) const
{
    if (root_name() != base.root_name() || is_absolute() != base.is_absolute() || (!has_root_directory() && base.has_root_directory()))
        return path();
    iterator at = begin(), at_end = end(), bases = base.begin(), bases_end = base.end();
    for (; at != at_end && bases != bases_end && *at == *bases; ++at, ++bases) {
    }
    if (at == at_end && bases == bases_end)
        return L".";
    int up = 0;
    for (; bases != bases_end; ++bases)
        up += *bases == L".." ? -1 : !bases->empty() && *bases != L".";
    if (up < 0)
        return path();
    if (up == 0 && (at == at_end || at->empty()))
        return L".";
    path made;
    while (up--)
        made /= L"..";
    for (; at != at_end; ++at)
        made /= *at;
    return made;
}

path path::lexically_proximate(const path &base) const
{
    path made = lexically_relative(base);
    return made.empty() ? *this : made;
}

path::string_type path::_S_convert_loc(const char *from, const char *end, const locale &) { return path(from, end)._M_pathname; }

} // namespace std::filesystem
