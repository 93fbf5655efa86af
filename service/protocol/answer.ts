/**
 * A response before it becomes a `Response`. The body is text, so that it can be stored in the database.
 */
export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** A response with a generated document. It is never stored, so its body can be bytes. */
export type FileAnswer = Omit<Answer, 'body'> & { body: Uint8Array<ArrayBuffer> };
