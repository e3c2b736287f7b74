// A function that does nothing: an instruction counter writes down what it has counted whenever it is called.
#ifndef MARKS_H
#define MARKS_H

void rsf_mark(void);

#endif
