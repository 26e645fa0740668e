// What the types of the DOM leave open and our scripts know: which element a selector or a name
// finds, that forms hold text, and that events happen on elements of HTML.

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
