/* Chooses the catch block that takes a thrown object, and makes the object that the block gets. */
#ifndef WIN32_CXX_CXX_TYPE_H
#define WIN32_CXX_CXX_TYPE_H

#include "win32/cxx/cxx_tables.h"

/* Returns the address of a base of the object. */
void *__AdjustPointer(void *object, const struct cxx_displacement *displacement);

/* Returns whether two descriptors mean one type: each module has its own. */
bool cxx_same_type(const struct type_descriptor *one, const struct type_descriptor *other);

/* Returns whether the block takes an object thrown so by this one of its types. */
int __TypeMatch(const struct cxx_handler *handler, const struct cxx_catchable *catchable,
                const struct cxx_thrown *thrown);

/* Returns the first of the object's types that the block takes, or NULL. */
const struct cxx_catchable *cxx_find_catchable(const struct cxx_handler *handler,
                                               const struct cxx_thrown *thrown);

/* Copies an object as the type says, or the part of it that is of this type. */
void cxx_copy_object(void *to, void *object, const struct cxx_catchable *type);

/* Gives the block its object. node: the function's frame; for code of .NET the place itself. An
 * exception in a copy constructor ends the program. */
void __BuildCatchObject(EXCEPTION_RECORD *record, void *node, const struct cxx_handler *handler,
                        const struct cxx_catchable *catchable);

/* Destroys the object of an exception of C++. no_throw: an exception of its destructor ends the
 * program. */
void __DestructExceptionObject(EXCEPTION_RECORD *record, int no_throw);

/* From now on __except blocks destroy the objects of the exceptions that they take. */
void cxx_destroy_taken(void);

#endif
