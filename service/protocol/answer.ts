/** A response before it becomes a `Response`. The body is text so that it can be stored. */
export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** A response with a generated document, which is not stored. */
export type FileAnswer = Omit<Answer, 'body'> & { body: Uint8Array<ArrayBuffer> };
