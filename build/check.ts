import { close } from './steps/close.ts';
import { endOnSignal } from './steps/end-on-signal.ts';
import { quickSteps } from './steps/quick-steps.ts';
import { runSteps } from './steps/run-steps.ts';

endOnSignal();
close(await runSteps(quickSteps));
