import { appIsBuilt, buildApp } from './build-app.ts';
import { close } from './steps/close.ts';
import { endOnSignal } from './steps/end-on-signal.ts';
import { endToEndTests } from './steps/end-to-end-tests.ts';
import { quickSteps } from './steps/quick-steps.ts';
import { runSteps } from './steps/run-steps.ts';
import { check } from './steps/step.ts';

const notBuilt = check(endToEndTests.name, async () => ({
  ok: false,
  output: 'Not run, because there is no app to run them on.',
}));

endOnSignal();
const outcomes = await runSteps([...quickSteps, check('build', buildApp)]);
// The end-to-end tests run alone at the end, because windows that share two cores with compilers exceed
// the timeouts of the tests.
outcomes.push(...(await runSteps([appIsBuilt() ? endToEndTests : notBuilt])));
close(outcomes);
