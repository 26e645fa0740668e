// Types that TypeScript's DOM types leave open but our scripts rely on: the elements matched by
// selectors and names, text in form fields, and HTML elements as targets of events.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface HTMLCollectionOf<T extends Element> {
  [name: string]: any;
}

interface FormData {
  [name: string]: any;
}

interface EventTarget {
  hidden: any;
  matches(selectors: string): boolean;
  closest(selectors: string): any;
}

interface Element {
  readonly dataset: DOMStringMap;
}
