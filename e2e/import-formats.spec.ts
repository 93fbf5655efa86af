import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './app.ts';
import { canvas, node, processNamed, renameProcess } from './canvas.ts';
import { dropFiles } from './files.ts';
import { expectAccessible } from './violations.ts';

const threatDragon = JSON.stringify({
  summary: { title: 'From Threat Dragon' },
  detail: {
    diagrams: [
      {
        title: 'Overview',
        cells: [
          {
            shape: 'process',
            id: 'web',
            position: { x: 100, y: 100 },
            size: { width: 120, height: 60 },
            data: {
              name: 'Dragon server',
              threats: [{ title: 'Spoofed user', status: 'Open', severity: 'High' }],
            },
          },
          {
            shape: 'flow',
            id: 'lost',
            source: { cell: 'web' },
            target: { x: 500, y: 130 },
            data: { name: 'Lost flow' },
          },
        ],
      },
    ],
  },
});

const tm7 =
  '<ThreatModel xmlns:i="i" xmlns:a="a"><DrawingSurfaceList><DrawingSurfaceModel><Guid>d</Guid>' +
  '<Header>Drawing</Header><Borders><a:Pair><a:Key>p</a:Key><a:Value i:type="StencilEllipse">' +
  '<GenericTypeId>GE.P</GenericTypeId><Guid>p</Guid><Properties><a:anyType i:type="StringDisplayAttribute">' +
  '<DisplayName>Name</DisplayName><Name/><Value>Microsoft server</Value></a:anyType></Properties>' +
  '<Left>100</Left><Top>100</Top><Width>100</Width><Height>100</Height></a:Value></a:Pair></Borders>' +
  '<Lines/></DrawingSurfaceModel></DrawingSurfaceList></ThreatModel>';

const drawIo =
  '<mxfile><diagram name="Page-1"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>' +
  '<mxCell id="a" value="Drawn server" style="rounded=1;" vertex="1" parent="1">' +
  '<mxGeometry x="100" y="100" width="160" height="60" as="geometry"/></mxCell></root></mxGraphModel></diagram></mxfile>';

const part = (text: string) => strToU8(text);
const visio = zipSync({
  'visio/document.xml': part('<VisioDocument/>'),
  'visio/pages/pages.xml': part(
    '<Pages xmlns:r="r"><Page ID="0" Name="Page-1"><Rel r:id="r1"/></Page></Pages>',
  ),
  'visio/pages/_rels/pages.xml.rels': part(
    '<Relationships><Relationship Id="r1" Target="page1.xml"/></Relationships>',
  ),
  'visio/pages/page1.xml': part(
    '<PageContents><Shapes><Shape ID="1"><Cell N="PinX" V="2"/><Cell N="PinY" V="8"/><Cell N="Width" V="1.5"/>' +
      '<Cell N="Height" V="1"/><Text>Visio server</Text></Shape></Shapes></PageContents>',
  ),
});

const library = JSON.stringify({
  scope: { title: 'From the library' },
  components: [{ symbolic_name: 'web', title: 'Library server' }],
});

const files: { name: string; content: string | Uint8Array; element: string; says: string[] }[] = [
  {
    name: 'dragon.json',
    content: threatDragon,
    element: 'Dragon server',
    says: ['1 component', '1 data flow', '1 threat', '1 fix'],
  },
  {
    name: 'model.tm7',
    content: tm7,
    element: 'Microsoft server',
    says: ['1 canvas', '1 component'],
  },
  { name: 'page.drawio', content: drawIo, element: 'Drawn server', says: ['1 component'] },
  { name: 'page.vsdx', content: visio, element: 'Visio server', says: ['1 component'] },
  {
    name: 'library.tmbom.json',
    content: library,
    element: 'Library server',
    says: ['1 component'],
  },
  {
    name: 'chart.mmd',
    content: 'flowchart LR\n  user[User] --> web[Chart server]',
    element: 'Chart server',
    says: ['2 components', '1 data flow'],
  },
  {
    name: 'table.csv',
    content: 'type,name\nprocess,Table server\ncloud,Odd',
    element: 'Table server',
    says: ['1 component', '1 item not imported'],
  },
];

test('files of other tools are dropped, reported, imported, and drawn', async ({
  start,
  profile,
}) => {
  const folder = join(profile, 'other tools');
  mkdirSync(folder);
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  const dialog = window.getByRole('dialog', { name: 'Import' });
  for (const { name, content, element, says } of files) {
    await test.step(name, async () => {
      const path = join(folder, name);
      writeFileSync(path, content);
      await dropFiles(window, path);
      await expect(dialog).toContainText(name);
      for (const fact of says) await expect(dialog).toContainText(fact);
      await dialog.getByRole('button', { name: /^Import/ }).click();
      await expect(dialog).toBeHidden();
      await expect(node(app, new RegExp(`^${element}, Process`))).toBeVisible();
    });
  }
});

const template =
  '<KnowledgeBase><ThreatTypes><ThreatType><Id>T1</Id><ShortTitle>Badges are copied</ShortTitle>' +
  "<GenerationFilters><Include>source is 'GE.EI' and flow.badge is 'Yes'</Include></GenerationFilters>" +
  '</ThreatType></ThreatTypes></KnowledgeBase>';

test('a damaged file of another tool is refused, and a template is offered to the codex', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  const path = join(profile, 'damaged.tm7');
  writeFileSync(path, tm7.slice(0, 300));
  await dropFiles(window, path);
  const dialog = window.getByRole('dialog', { name: 'Import', exact: true });
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText('The XML of this file is damaged or incomplete.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();

  const templatePath = join(profile, 'badges.tb7');
  writeFileSync(templatePath, template);
  await dropFiles(window, templatePath);
  await dialog.getByRole('button', { name: 'Add to codex…' }).click();
  const adding = window.getByRole('dialog', { name: 'Import badges.tb7' });
  await expect(adding).toContainText('2 new entries');
  await adding.getByText('1 rule is added switched off').click();
  await expect(adding.getByText("flow.badge is 'Yes'")).toBeVisible();
  await expectAccessible(window, 'what a template adds');
});

test('a file is merged into the model that came from it, and a conflict is resolved', async ({
  start,
  profile,
}) => {
  const path = join(profile, 'systems.csv');
  const write = (name: string, ...more: string[]): void =>
    writeFileSync(
      path,
      ['type,id,name', `process,a,${name}`, 'process,b,Ledger', ...more].join('\n'),
    );
  write('Shop');
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  const dialog = window.getByRole('dialog', { name: 'Import' });
  await dropFiles(window, path);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(processNamed(app, 'Shop')).toBeVisible();
  await renameProcess(app, 'Shop', 'My shop');

  write('Their shop', 'process,c,Archive');
  await dropFiles(window, path);
  await dialog.getByLabel('Import into').selectOption({ label: 'The open model: systems' });
  await dialog.getByRole('button', { name: 'Compare…' }).click();
  const merge = window.getByRole('dialog', { name: 'Merge systems.csv into systems' });
  const run = merge.getByRole('button', { name: 'Merge', exact: true });
  await expect(merge.getByText('1 conflict to resolve')).toBeVisible();
  await expect(run).toBeDisabled();
  await merge.getByText('Changes', { exact: true }).click();
  await expect(merge.getByRole('list', { name: 'Added' })).toContainText('Archive');
  await expectAccessible(window, 'the merge of a file');
  await merge.getByText('Conflicts (1)', { exact: true }).click();
  await merge.getByRole('radio', { name: /^Theirs/ }).click();
  await run.click();
  await expect(merge).toBeHidden();
  await expect(processNamed(app, 'Their shop')).toBeVisible();
  await expect(processNamed(app, 'Archive')).toBeVisible();
  await expect(processNamed(app, 'Ledger')).toBeVisible();

  const notice = window.getByRole('alert').filter({ hasText: 'Merged systems.csv into systems' });
  await notice.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(processNamed(app, 'Archive')).toBeHidden();
  await expect(processNamed(app, 'My shop')).toBeVisible();
});
