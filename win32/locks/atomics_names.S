/* The names by which compilers call the functions of atomics.c. The compilers' own prototypes of
 * these cannot be defined in C by all of them. */

#define NAME(name, function)                                                                       \
	.globl	name;                                                                              \
name:	jmp	atomics_##function

	.text

NAME(__atomic_load_8, load)
NAME(__atomic_store_8, exchange)
NAME(__atomic_exchange_8, exchange)
NAME(__sync_lock_test_and_set_8, exchange)
NAME(__atomic_compare_exchange_8, exchange_or_tell)
NAME(__sync_val_compare_and_swap_8, exchange_if)
NAME(__sync_bool_compare_and_swap_8, changed)
NAME(__atomic_fetch_add_8, fetch_add)
NAME(__sync_fetch_and_add_8, fetch_add)
NAME(__sync_add_and_fetch_8, add_fetch)
NAME(__atomic_fetch_sub_8, fetch_sub)
NAME(__sync_fetch_and_sub_8, fetch_sub)
NAME(__sync_sub_and_fetch_8, sub_fetch)
NAME(__atomic_fetch_and_8, fetch_and)
NAME(__sync_fetch_and_and_8, fetch_and)
NAME(__sync_and_and_fetch_8, and_fetch)
NAME(__atomic_fetch_or_8, fetch_or)
NAME(__sync_fetch_and_or_8, fetch_or)
NAME(__sync_or_and_fetch_8, or_fetch)
NAME(__atomic_fetch_xor_8, fetch_xor)
NAME(__sync_fetch_and_xor_8, fetch_xor)
NAME(__sync_xor_and_fetch_8, xor_fetch)
NAME(__atomic_fetch_nand_8, fetch_nand)
NAME(__sync_fetch_and_nand_8, fetch_nand)
NAME(__sync_nand_and_fetch_8, nand_fetch)
NAME(__atomic_load, load_sized)
NAME(__atomic_store, store_sized)
NAME(__atomic_exchange, exchange_sized)
NAME(__atomic_compare_exchange, exchange_or_tell_sized)
