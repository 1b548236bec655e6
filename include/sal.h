/* The annotations that the Windows SDK's headers and programs carry. They tell Microsoft's analyser
 * how a parameter is used, and mean nothing to a compiler. */
#ifndef SAL_H
#define SAL_H

#define _In_
#define _In_opt_
#define _In_z_
#define _In_opt_z_
#define _In_reads_(count)
#define _In_reads_opt_(count)
#define _In_reads_bytes_(size)
#define _In_reads_bytes_opt_(size)
#define _In_range_(low, high)
#define _Out_
#define _Out_opt_
#define _Out_writes_(count)
#define _Out_writes_opt_(count)
#define _Out_writes_z_(count)
#define _Out_writes_bytes_(size)
#define _Out_writes_bytes_opt_(size)
#define _Out_writes_to_(count, written)
#define _Out_writes_to_opt_(count, written)
#define _Out_writes_bytes_to_(size, written)
#define _Out_writes_bytes_to_opt_(size, written)
#define _Outptr_result_nullonfailure_
#define _COM_Outptr_
#define _Outptr_
#define _Outptr_opt_
#define _Outptr_result_maybenull_
#define _Inout_
#define _Inout_opt_
#define _Inout_z_
#define _Inout_updates_(count)
#define _Inout_updates_opt_(count)
#define _Inout_updates_bytes_(size)
#define _Inout_updates_bytes_opt_(size)
#define _Reserved_
#define _Ret_maybenull_
#define _Ret_notnull_
#define _Ret_z_
#define _Success_(condition)
#define _Check_return_
#define _Must_inspect_result_
#define _Use_decl_annotations_
#define _Pre_maybenull_
#define _Post_invalid_
#define _Printf_format_string_
#define _Interlocked_operand_
#define _When_(condition, annotations)
#define _IRQL_requires_max_(level)

/* The annotations before these. */
#define __in
#define __in_opt
#define __out
#define __out_opt
#define __inout
#define __inout_opt
#define __reserved
#define __in_bcount(size)
#define __in_bcount_opt(size)
#define __in_ecount(count)
#define __in_ecount_opt(count)
#define __out_bcount(size)
#define __out_bcount_opt(size)
#define __out_ecount(count)
#define __out_ecount_opt(count)
#define __inout_bcount(size)
#define __inout_bcount_opt(size)
#define __inout_ecount(count)
#define __inout_ecount_opt(count)
#define __deref_in
#define __deref_out
#define __deref_out_opt
#define __deref_opt_out
#define __deref_inout
#define __drv_aliasesMem
#define __callback
#define __checkReturn
#define __success(condition)

#endif
