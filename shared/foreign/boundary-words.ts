/** Matches names of trust boundaries, such as “Trust zone” and “Internet boundary”. */
export const boundaryWords = /trust[\s_-]*(?:boundary|zone|border)|\bboundary\b/i;
