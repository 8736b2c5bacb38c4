/** 32 random letters of 0-9 and a-f. `crypto.randomUUID` is missing where a page came over plain HTTP. */
export function randomKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
