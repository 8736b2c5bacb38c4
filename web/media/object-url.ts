import { useEffect, useState } from 'react';

/** An address for a file on the device, given back when it is no longer shown. Null until it is there. */
export function useObjectUrl(file: Blob | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return;
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => {
			setUrl(null);
			URL.revokeObjectURL(made);
		};
	}, [file]);
	return url;
}
