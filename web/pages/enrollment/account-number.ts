/** Finds the account number in bank details: ten digits (NUBAN). Returns null unless there is exactly one. */
export function findAccountNumber(details: string): string | null {
	const numbers = details.match(/(?<!\d)\d{10}(?!\d)/g);
	return numbers?.length === 1 ? (numbers[0] ?? null) : null;
}
