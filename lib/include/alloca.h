/* Memory of the calling function's stack, which goes with the function's end. */
#ifndef LIB_ALLOCA_H
#define LIB_ALLOCA_H

#ifndef alloca
#define alloca __builtin_alloca
#endif

#endif
