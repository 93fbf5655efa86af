import { readFile } from 'node:fs/promises';
import { assetPath } from '../assets.ts';
import { faces, textFace } from '../fonts/font-faces.ts';
import { facesIn } from '../fonts/font-runs.ts';

export type TypesetFile = { path: string; content: Uint8Array };

/**
 * The memory in bytes that the typesetter gets at its start. Otherwise its memory would grow in about a
 * hundred steps in a report of 200 threats. V8 collects garbage at each step, which took half of the
 * processor time. Unused memory costs nothing, because the system provides a page of memory only when
 * the page is used.
 */
const roomy = 256 * 1024 * 1024;

const load = async () => {
  const { default: init, TypstCompilerBuilder } =
    await import('@myriaddreamin/typst-ts-web-compiler');
  const wasm = await readFile(assetPath('typst_ts_web_compiler_bg.wasm'));
  // The library exports its functions for memory under these generated names.
  const { __wbindgen_export: allocate, __wbindgen_export4: release } = await init({
    module_or_path: wasm,
  });
  // Allocating this block makes the memory grow. The typesetter can use the block after its release.
  release(allocate(roomy, 1), roomy, 1);
  return { TypstCompilerBuilder, template: await readFile(assetPath('report.typ'), 'utf8') };
};

/**
 * The typesetter, which is compiled for the first report only, because that takes a quarter of a second.
 */
let library: ReturnType<typeof load> | undefined;

/** Returns the font families for a text, in the order in which the template tries them. */
export const familiesFor = (text: string): string[] => {
  const used = facesIn(text);
  return faces.filter((face) => face === textFace || used.has(face)).map(({ family }) => family);
};

const fontsFor = async (families: readonly string[]): Promise<Uint8Array[]> => {
  const files = faces
    .filter(({ family }) => families.includes(family))
    .flatMap(({ regular, bold }) => (bold ? [regular, bold] : [regular]));
  return await Promise.all([...new Set(files)].map((file) => readFile(assetPath(file))));
};

/**
 * Typesets the report's template as a PDF with Typst. The typesetter sees only the given files, because
 * it has no file system and no network. Texts of the model are data, which is never read as markup.
 */
export const typeset = async (
  files: readonly TypesetFile[],
  families: readonly string[],
): Promise<Uint8Array> => {
  library ??= load();
  const { TypstCompilerBuilder, template } = await library;
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of await fontsFor(families)) await builder.add_raw_font(font);
  const compiler = await builder.build();
  try {
    compiler.add_source('/report.typ', template);
    for (const { path, content } of files) compiler.map_shadow(`/${path}`, content);
    const made: unknown = compiler.compile('/report.typ', undefined, 'pdf', withDetails);
    if (typeof made === 'object' && made !== null && 'result' in made) {
      if (made.result instanceof Uint8Array) return made.result;
    }
    throw new Error(`The report cannot be typeset: ${JSON.stringify(made)}`);
  } finally {
    compiler.free();
  }
};

/** The format of diagnostics that includes the message and its position. */
const withDetails = 3;
