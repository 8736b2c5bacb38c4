/** The account number in bank details, where there is exactly one: ten digits (NUBAN). */
export function findAccountNumber(details: string): string | null {
	const numbers = details.match(/(?<!\d)\d{10}(?!\d)/g);
	return numbers?.length === 1 ? (numbers[0] ?? null) : null;
}
