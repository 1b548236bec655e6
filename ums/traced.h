/* The events of the switches. */
#ifndef UMS_TRACED_H
#define UMS_TRACED_H

struct ums_context;

/* Has the activations and executions of a scheduler recorded, whose procedure is set. Ordinary
 * code, either ring. */
void ums_trace_scheduler(struct ums_context *own);

#endif
