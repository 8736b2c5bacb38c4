import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import * as layoutText from '../../text/shared/layout.ts';
import { Spinner } from '../ui/spinner.tsx';

/** Milliseconds that a navigation to another page may take without a spinner. */
const delay = 400;

/** Covers the content area while the next page takes long to load. Its parent must be positioned. */
export function NavigationSpinner() {
	const { pathname } = useLocation();
	const next = useNavigation().location?.pathname;
	const isLeaving = next !== undefined && next !== pathname;
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		if (!isLeaving) return;
		const timer = setTimeout(setSlow, delay, true);
		return () => {
			clearTimeout(timer);
			setSlow(false);
		};
	}, [isLeaving]);
	// The effect removes the spinner only after the next page has been painted.
	if (!isSlow || !isLeaving) return null;
	return (
		<div className="absolute inset-0 z-25 bg-page">
			<div className="sticky top-15 wide:top-0">
				<Spinner fullPage label={layoutText.loadingPage} />
			</div>
		</div>
	);
}
