#include "../bionic.h"
