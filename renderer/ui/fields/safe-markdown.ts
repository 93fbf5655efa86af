import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/**
 * The HTML that formatted Markdown may contain. Only text formatting is allowed, because the texts come
 * from other people and tools. Their images could be loaded from any address, and their styles could
 * hide the rest of the window.
 */
const allowed = {
  ALLOWED_TAGS: `p br hr blockquote pre code ul ol li a b strong i em s del sub sup kbd
    table thead tbody tr th td`.split(/\s+/),
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const markdown = new Marked({ gfm: true, breaks: true, async: false });
// A heading in a description would become a heading of the window, so it is only bold.
markdown.use({
  renderer: {
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`;
    },
  },
});

/**
 * The maximum length of a text that is formatted, in characters. Longer texts are shown unformatted,
 * because formatting them could block the window.
 */
const longestFormatted = 20_000;

export const isFormatted = (text: string): boolean => text.length <= longestFormatted;

/** Returns a Markdown text as formatted DOM elements, without scripts, styles, forms, or images. */
export const safeMarkdown = (text: string): DocumentFragment =>
  DOMPurify.sanitize(markdown.parse(text, { async: false }), {
    ...allowed,
    RETURN_DOM_FRAGMENT: true,
  });
