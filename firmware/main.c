#include "jobs.h"
#include "leds.h"

int main(void)
{
    leds_show(false, false);
    jobs_begin();
    for (;;) {
        jobs_listen();
        jobs_work();
    }
}
