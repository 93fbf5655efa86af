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
// Alone at the end: windows that have to share two cores with compilers miss their deadlines.
outcomes.push(...(await runSteps([appIsBuilt() ? endToEndTests : notBuilt])));
close(outcomes);
