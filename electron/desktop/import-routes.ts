import { templateFile } from '#shared/sample/templates.ts';
import type { AppEventPublisher } from './app-events.ts';
import type { Implementer } from './implementer.ts';
import type { Session } from './session.ts';

type Dependencies = {
  session: () => Session;
  events: AppEventPublisher;
  /** Returns the handles of files that arrived before the window was open. */
  takeLaunchFiles: () => string[];
};

/** Implements the procedures that read files and import them. */
export const importRoutes = (
  os: Implementer['imports'],
  { session, events, takeLaunchFiles }: Dependencies,
) => ({
  choose: os.choose.handler(() => session().otmImport.choose()),
  template: os.template.handler(({ input: { template, title } }) =>
    session().otmImport.offer(templateFile(template, title)),
  ),
  preview: os.preview.handler(({ input, signal }) =>
    session().otmImport.preview(input.handle, signal),
  ),
  codexTemplate: os.codexTemplate.handler(({ input, signal }) =>
    session().otmImport.codexTemplate(input.handle, signal),
  ),
  run: os.run.handler(({ input, signal }) => session().otmImport.run(input, signal)),
  compare: os.compare.handler(({ input, signal }) => session().importMerge.compare(input, signal)),
  merge: os.merge.handler(({ input, signal }) => session().importMerge.merge(input, signal)),
  release: os.release.handler(({ input }) => session().otmImport.release(input.handle)),
  received: os.received.handler(async function* ({ signal }) {
    const later = events.subscribe('fileOpened', { signal });
    for (const handle of takeLaunchFiles()) yield { handle };
    yield* later;
  }),
});
