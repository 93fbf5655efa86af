/** What is sent back, before it becomes a Response: kept as text so that it can be stored. */
export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** A document, which is made anew whenever it is asked for. */
export type FileAnswer = Omit<Answer, 'body'> & { body: Uint8Array<ArrayBuffer> };
