/** A term and its text in a list of details. Renders nothing without a text. */
export function Entry({ label, text }: { label: string; text: string }) {
	if (text === '') return null;
	return (
		<div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
			<dt className="text-quiet">{label}</dt>
			<dd dir="auto" className="min-w-0 whitespace-pre-line wrap-anywhere">
				{text}
			</dd>
		</div>
	);
}
