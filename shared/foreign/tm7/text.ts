import { textOfHtml } from '../plain-text.ts';

/**
 * A tag that texts of the tool contain. Anything else in angle brackets, such as `/users/<id>` or
 * `a<b and c>d`, is text.
 */
const tag =
  /(<\/?(?:a|b|br|div|em|font|h[1-6]|hr|i|li|ol|p|span|strong|u|ul)(?:\s+[\w-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*\/?>)/i;

const target = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/**
 * Returns the text of a value that may be plain text or HTML, because the tool does not say which. The
 * target of a link follows the link's text in parentheses, unless the text is the target.
 */
export const textOfTm7 = (value: string): string => {
  let [href, shown] = ['', ''];
  const pieces = value.split(tag).map((piece, at) => {
    const isTag = at % 2 === 1;
    if (!isTag) {
      shown += piece;
      return escaped(piece);
    }
    if (/^<a\s/i.test(piece)) {
      [href, shown] = [hrefOf(piece), ''];
    } else if (/^<\/a/i.test(piece) && href !== '') {
      const isShown = shown.trim() === href;
      const addition = isShown ? '' : ` (${escaped(href)})`;
      href = '';
      return addition;
    }
    return piece;
  });
  return textOfHtml(pieces.join(''));
};

const hrefOf = (link: string): string => {
  const [, double, single, plain] = target.exec(link) ?? [];
  return (double ?? single ?? plain ?? '').trim();
};

/** Escapes `<`, and each `&` that does not begin an entity, such as the one in `?a=1&copy=2`. */
const escaped = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll(/&(?!#?\w{1,31};)/g, '&amp;');
