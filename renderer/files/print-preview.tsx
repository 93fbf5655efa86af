import { useEffect, useRef } from 'react';
import classes from './print-dialog.module.css';

type Props = { html: string; label: string };

/**
 * Selects the elements that the preview removes: styles, which it has already read, and elements that
 * could run code, load something, or take input.
 */
const active = 'script, style, link, meta, base, iframe, object, embed, form, input, button';

/**
 * Shows the document to print. Nothing in the document is run, and its styles cannot affect the window.
 */
export const PrintPreview = ({ html, label }: Props) => {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const page = new DOMParser().parseFromString(html, 'text/html');
    const sheets = [...page.querySelectorAll('style')].map(({ textContent }) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(forShadow(textContent));
      return sheet;
    });
    for (const element of page.querySelectorAll(active)) element.remove();
    const body = document.createElement('div');
    body.className = 'body';
    body.append(...page.body.childNodes);
    root.adoptedStyleSheets = sheets;
    root.replaceChildren(body);
  }, [html]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the keyboard scroll
    <section aria-label={label} className={`${classes.preview} ${classes.paper}`} tabIndex={0}>
      {/* Inert, because a link to another part of the document would change the hash of the window's
          address, which is the location of the router. */}
      <div inert ref={host} />
    </section>
  );
};

/**
 * Replaces `:root` and `body` in selectors, because a shadow tree has neither. `:host` and a `div` with
 * the class `body` stand for them.
 */
const forShadow = (style: string): string =>
  style.replaceAll(':root', ':host').replaceAll(/(^|[\s{},])body(?=[\s{,])/g, '$1.body');
