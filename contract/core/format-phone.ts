/** Formats international digits as people in Nigeria write them ('0803 123 4567'); a foreign number with a plus. */
export function formatPhone(digits: string): string {
	const [, network, middle, end] = /^234(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
	return network ? `0${network} ${middle} ${end}` : `+${digits}`;
}
