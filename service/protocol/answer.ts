/** What is sent back, before it becomes a Response: kept as text so that it can be stored. */
export type Answer = { status: number; headers: Record<string, string>; body: string | null };
