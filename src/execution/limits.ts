/** How large a document, what it asks for and its answer may be. */
export interface DocumentLimits {
  readonly tokens: number;
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly mutations: number;
  readonly directives: number;
  readonly fields: number;
  readonly objects: number;
  readonly values: number;
  readonly calls: number;
  readonly answerBytes: number;
}
