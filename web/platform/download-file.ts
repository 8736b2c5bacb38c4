/** Saves a file to the device as a download. */
export function downloadFile(file: File) {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = file.name;
	link.click();
	// The browser reads the file after the click.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
