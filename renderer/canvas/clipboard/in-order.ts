import { showError } from '../../app/show-error.tsx';

let before: Promise<void> = Promise.resolve();

/** What is pasted right after it was copied is that, however fast the keys are. */
export const inOrder = (task: () => Promise<void>): void => {
  before = before.then(task).catch(showError);
};
