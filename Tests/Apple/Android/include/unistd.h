#include "bionic.h"
