import type { createAppRouter } from './workspace/routes.ts';

// The layers above the kernel include this file in their tsconfig, so that their links are checked
// against these routes.
declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
