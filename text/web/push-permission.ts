// What is said where push messages are allowed.

export const turnOn = 'Turn on notifications';
type State = 'default' | 'denied' | 'install' | 'unsupported';

export const titles = (brand: string): Record<State, string> => ({
	default: 'Get notified right away',
	denied: 'Notifications are blocked',
	install: `Add ${brand} to your home screen first`,
	unsupported: "This browser can't receive notifications",
});

export const reasons = (brand: string): Record<State, string> => ({
	default:
		'Get new comments, price drops and payments on your phone, even when this page is closed. You can turn this off anytime.',
	denied: "You blocked notifications. Allow them in your browser's settings for this site, then come back.",
	install: `On iPhone and iPad, tap Share, then “Add to Home Screen”, and open ${brand} from there.`,
	unsupported: 'Everything else works. You can read your notifications here.',
});
