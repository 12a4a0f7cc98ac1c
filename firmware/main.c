#include "jobs.h"
#include "leds.h"
#include "requests.h"

int main(void)
{
    leds_set(LEDS_LIGHTS_ALIVE, true);
    requests_begin();
    for (;;) {
        requests_listen();
        jobs_work();
    }
}
