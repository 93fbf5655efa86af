import { createHashHistory } from '@tanstack/react-router';

/** Where the window is, kept behind the # of its address. */
export const history = createHashHistory();
