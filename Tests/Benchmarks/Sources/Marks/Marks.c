#include "Marks.h"

__attribute__((noinline)) void rsf_mark(void) { __asm__ volatile(""); }
