#include "jobs.h"
#include "requests.h"
#include "search.h"
#include "soc.h"
#include "work.h"

int main(void)
{
    leds_set(LEDS_LIGHTS_ALIVE, true);
    requests_begin();
    search_set_callbacks(requests_handle, jobs_report);
    for (;;) {
        requests_handle();
        work();
    }
}
