import { expect, test } from 'vitest';
import { fileAnswer } from './file-answer.ts';

test('a document is sent with its type and content', async () => {
  const file = new File(['content'], 'Report.pdf', { type: 'application/pdf' });
  expect(await fileAnswer(file)).toEqual({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Report.pdf"; filename*=UTF-8''Report.pdf`,
    },
    body: new TextEncoder().encode('content'),
  });
});

test.each([
  [
    'Web shop, draft-2 (old).pdf',
    'Web shop, draft-2 (old).pdf',
    'Web%20shop%2C%20draft-2%20%28old%29.pdf',
  ],
  ['Zahlung für Öl.pdf', 'Zahlung f_r _l.pdf', 'Zahlung%20f%C3%BCr%20%C3%96l.pdf'],
  ["it's *all*.pdf", 'it_s _all_.pdf', 'it%27s%20%2Aall%2A.pdf'],
  ['a"; filename="b.exe', 'a__ filename__b.exe', 'a%22%3B%20filename%3D%22b.exe'],
  ['a\r\nset-cookie: b', 'a__set-cookie_ b', 'a%0D%0Aset-cookie%3A%20b'],
  ['half \ud83d.pdf', 'half _.pdf', 'half%20%EF%BF%BD.pdf'],
])('the file name %j is safe in a header', async (name, plain, full) => {
  const { headers } = await fileAnswer(new File([], name));
  expect(headers['content-disposition']).toBe(
    `attachment; filename="${plain}"; filename*=UTF-8''${full}`,
  );
});
