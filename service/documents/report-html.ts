import { htmlText, xmlText } from '#shared/exports/xml-text.ts';
import type { ReportContent } from '#shared/report/report-content.ts';
import { logoFile } from './report/logo-file.ts';
import { reportData, type ReportData } from './report/report-data.ts';
import { reportStyle } from './report/report-style.ts';
import type { Block } from './report/rich-text.ts';
import { vectorFigure } from './report/whole-figures.ts';
import type { Tag } from './report/words.ts';

/**
 * Returns a report as one HTML file without scripts. The file contains its pictures and fonts, so it
 * loads nothing.
 */
export const makeHtmlReport = async (content: ReportContent): Promise<Uint8Array> => {
  const { data, pictures } = await reportData(content, vectorFigure);
  const urls = new Map(
    pictures.map(({ file, content: picture }) => [file, urlOf('image/svg+xml', picture)]),
  );
  const logo = logoFile(content.appearance.logo);
  const logoUrl = logo ? urlOf(types[logo.path.slice(-3)] ?? '', logo.content) : '';
  return new TextEncoder().encode(pageOf(data, urls, logoUrl));
};

const types: Partial<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

const urlOf = (type: string, content: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

/**
 * The content security policy. A browser that ignores it is safe too, because the report has no scripts.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const pageOf = (data: ReportData, urls: ReadonlyMap<string, string>, logo: string): string => {
  const { words } = data;
  const sections = sectionsOf(data, urls);
  const contents = sections.map(
    ([id, title]) => `<li><a href="#${id}">${htmlText(title)}</a></li>`,
  );
  const bodies = sections.map(
    ([id, title, body]) => `<section id="${id}"><h2>${htmlText(title)}</h2>${body}</section>`,
  );
  const facts = [
    [words.priority, tagOf(data.priority)] as const,
    ...data.facts.map(({ name, value }) => [name, htmlText(value)] as const),
  ];
  const notice =
    data.classification === '' ? '' : `<p class="notice">${htmlText(data.classification)}</p>`;
  return [
    `<!doctype html><html lang="${xmlText(data.language)}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${xmlText(data.title)}</title><style>${reportStyle}</style></head><body>`,
    `<header>${logo === '' ? '' : `<img alt="" class="logo" src="${logo}">`}${notice}`,
    `<p class="kicker">${htmlText(words.kicker)}</p><h1>${htmlText(data.title)}</h1>`,
    `<p class="dim">${htmlText(data.collection)}</p><p class="dim">${htmlText(data.canvases)}</p>`,
    `<dl>${facts.map(([name, value]) => `<div><dt>${htmlText(name)}</dt><dd>${value}</dd></div>`).join('')}</dl></header>`,
    `<nav aria-label="${xmlText(words.contents)}"><ol>${contents.join('')}</ol></nav>`,
    `<main>${bodies.join('')}</main>`,
    `<footer>${[data.footer, data.asOf]
      .filter((text) => text !== '')
      .map(htmlText)
      .join(' · ')}</footer>`,
    '</body></html>\n',
  ].join('');
};

type Section = readonly [id: string, title: string, body: string];

const sectionsOf = (data: ReportData, urls: ReadonlyMap<string, string>): Section[] => {
  const { words } = data;
  return [
    ['summary', words.summary, summaryOf(data)],
    ['diagrams', words.diagrams, data.diagrams.map((each) => diagramOf(each, urls)).join('')],
    [
      'components',
      words.components,
      data.components.map((each) => componentOf(each, words)).join(''),
    ],
    ['register', words.register, registerOf(data.register, words)],
    [
      'flows',
      words.flows,
      groupsOf(data.flows, words.noFlows, (rows) =>
        tableOf(
          [words.flow, words.ends, words.protocol, words.data, words.protection, words.crosses],
          rows.map((row) => [
            htmlText(row.name),
            htmlText(`${row.source} ${row.direction === 'both' ? '↔' : '→'} ${row.target}`),
            htmlText(row.protocol || '–'),
            htmlText(row.data || '–'),
            htmlText(row.protection),
            htmlText(row.crosses || '–'),
          ]),
        ),
      ),
    ],
    [
      'boundaries',
      words.boundaries,
      groupsOf(data.boundaries, words.noBoundaries, (rows) =>
        tableOf(
          [words.boundary, words.holds, words.crossing],
          rows.map((row) => [row.name, row.holds, row.crossing].map(htmlText)),
        ),
      ),
    ],
    [
      'planned',
      words.planned,
      data.planned.length === 0
        ? dim(words.noPlanned)
        : tableOf(
            [words.mitigation, words.id, words.threat, words.component, words.priority],
            data.planned.map((row) => [
              htmlText(row.title),
              linkTo(row.anchor, row.id),
              htmlText(row.threat),
              htmlText(row.component),
              tagOf(row.priority),
            ]),
          ),
    ],
    [
      'scope',
      words.scope,
      data.scope.length === 0
        ? dim(words.noScope)
        : data.scope
            .map(
              ({ title, items }) =>
                `<h3>${htmlText(title)}</h3><ul>${items.map((item) => `<li>${proseOf(item)}</li>`).join('')}</ul>`,
            )
            .join(''),
    ],
    [
      'history',
      words.history,
      tableOf(
        [words.date, words.change],
        data.history.map(({ date, text }) => [htmlText(date), htmlText(text)]),
      ),
    ],
  ];
};

type Words = ReportData['words'];

const dim = (text: string): string => `<p class="dim">${htmlText(text)}</p>`;

const tagOf = ({ word, tone }: Tag): string => `<span class="tag ${tone}">${htmlText(word)}</span>`;

const linkTo = (anchor: string, text: string): string =>
  `<a href="#${xmlText(anchor)}">${htmlText(text)}</a>`;

/** Returns a table. Its cells are already HTML. Its headings are text, which this function escapes. */
const tableOf = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${headings.map((text) => `<th scope="col">${htmlText(text)}</th>`).join('')}</tr></thead>` +
  `<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;

const groupsOf = <Row>(
  groups: readonly { canvas: string; rows: Row[] }[],
  none: string,
  draw: (rows: Row[]) => string,
): string =>
  groups.length === 0
    ? dim(none)
    : groups
        .map(
          ({ canvas, rows }) =>
            (groups.length > 1 ? `<h3>${htmlText(canvas)}</h3>` : '') + draw(rows),
        )
        .join('');

const registerOf = (rows: ReportData['register'], words: Words): string =>
  rows.length === 0
    ? dim(words.noThreats)
    : tableOf(
        [words.id, words.threat, words.component, words.priority, words.status, words.done],
        rows.map((row) => [
          linkTo(row.anchor, row.id),
          htmlText(row.title),
          htmlText(row.component),
          tagOf(row.priority),
          tagOf(row.status),
          htmlText(row.mitigations),
        ]),
      );

const summaryOf = (data: ReportData): string =>
  [
    `<div class="figures">${data.figures.map(({ value, name }) => `<p><b>${htmlText(value)}</b>${htmlText(name)}</p>`).join('')}</div>`,
    data.register.length === 0
      ? dim(data.words.noThreats)
      : `<ul class="bars">${data.bars.map(({ tag, text }) => `<li>${tagOf(tag)} ${htmlText(text)}</li>`).join('')}</ul>`,
    data.about.length === 0 ? '' : `<h3>${htmlText(data.words.about)}</h3>${proseOf(data.about)}`,
    data.top.length === 0
      ? ''
      : `<h3>${htmlText(data.words.top)}</h3>${registerOf(data.top, data.words)}`,
  ].join('');

const diagramOf = (
  { title, figures }: ReportData['diagrams'][number],
  urls: ReadonlyMap<string, string>,
): string =>
  `<h3>${htmlText(title)}</h3>${figures
    .map(
      ({ file, alt, width }) =>
        `<img class="diagram" alt="${xmlText(alt)}" width="${Math.ceil(width)}" src="${urls.get(file) ?? ''}">`,
    )
    .join('')}`;

const componentOf = (component: ReportData['components'][number], words: Words): string =>
  [
    `<h3>${htmlText(component.title)}</h3>`,
    dim(`${component.kind} · ${component.about}`),
    proseOf(component.description),
    component.attributes === '' ? '' : dim(component.attributes),
    ...component.threats.map((threat) => threatOf(threat, words)),
  ].join('');

type Threat = ReportData['components'][number]['threats'][number];

const threatOf = (threat: Threat, words: Words): string =>
  [
    `<article id="${xmlText(threat.anchor)}" class="${threat.priority.tone}">`,
    `<p class="tags">${tagOf(threat.priority)} ${tagOf(threat.status)} <span class="dim">${htmlText(threat.id)}</span></p>`,
    `<h4>${htmlText(threat.title)}</h4>`,
    threat.description.length === 0 ? dim(words.noDescription) : proseOf(threat.description),
    ...threat.fields.map(({ name, text }) => `<h5>${htmlText(name)}</h5>${proseOf(text)}`),
    `<h5>${htmlText(words.mitigations)}</h5>`,
    threat.mitigations.length === 0
      ? dim(words.noMitigations)
      : `<ul class="mitigations">${threat.mitigations.map(mitigationOf).join('')}</ul>`,
    threat.comments.length === 0 ? '' : `<h5>${htmlText(words.comments)}</h5>`,
    ...threat.comments.map(
      ({ author, date, text }) =>
        `<p><b>${htmlText(author)}</b> <span class="dim">${htmlText(date)}</span></p>${proseOf(text)}`,
    ),
    '</article>',
  ].join('');

const mitigationOf = ({
  title,
  status,
  definition,
  fields,
}: Threat['mitigations'][number]): string =>
  [
    `<li>${tagOf(status)} <b>${htmlText(title)}</b>${proseOf(definition)}`,
    ...fields.map(({ name, text }) => `<h6>${htmlText(name)}</h6>${proseOf(text)}`),
    '</li>',
  ].join('');

const proseOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ runs, depth, mark, right }) => {
      const text = runs
        .map((run) => {
          const plain = htmlText(run.text);
          const coded = run.code ? `<code>${plain}</code>` : plain;
          const stressed = run.emphasis ? `<em>${coded}</em>` : coded;
          return run.strong ? `<strong>${stressed}</strong>` : stressed;
        })
        .join('');
      const direction = right ? ' dir="rtl"' : '';
      return mark === ''
        ? `<p${direction}>${text}</p>`
        : `<p${direction} class="item" style="margin-inline-start:${depth * 16}px"><span>${htmlText(mark)}</span> ${text}</p>`;
    })
    .join('');
