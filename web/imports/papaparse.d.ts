// The types of `@types/papaparse` bring those of Node into the web app.
declare module 'papaparse' {
	const Papa: {
		parse<Row>(
			text: string,
			options: { delimiter: string; preview?: number },
		): { data: Row[]; errors: { type: 'Quotes' | 'Delimiter' | 'FieldMismatch' }[] };
		unparse(rows: string[][], options: { escapeFormulae: RegExp; newline: string }): string;
	};
	export default Papa;
}
