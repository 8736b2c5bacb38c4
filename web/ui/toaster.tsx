import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { receiveToasts } from './toast.ts';

export interface ToasterProps {
	dark: boolean;
	/** Milliseconds each notice stays. */
	duration: number;
	/** How many are visible at once. */
	visible: number;
}

/** Where notices appear. Loaded after the page. */
export function Toaster({ dark, duration, visible }: ToasterProps) {
	useEffect(
		() =>
			receiveToasts(({ kind, text }) => {
				sonner[kind](text);
			}),
		[],
	);
	return (
		<Sonner
			position="top-center"
			theme={dark ? 'dark' : 'light'}
			expand
			duration={duration}
			visibleToasts={visible}
			toastOptions={{
				classNames: {
					toast: '!rounded-control !border-line !bg-card !font-sans !text-14 !text-ink !shadow-soft',
					success: '[&_[data-icon]]:!text-leaf',
					error: '[&_[data-icon]]:!text-danger',
				},
			}}
		/>
	);
}
