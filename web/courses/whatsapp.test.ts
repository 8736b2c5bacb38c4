import { expect, test } from 'vitest';
import { buildWhatsAppQuestionUrl } from './whatsapp.ts';

test('opens a chat with the number, or lets the user choose without one', () => {
	expect(buildWhatsAppQuestionUrl('2348031234567', 'How & when?')).toBe(
		'https://wa.me/2348031234567?text=How%20%26%20when%3F',
	);
	for (const none of [null, undefined]) expect(buildWhatsAppQuestionUrl(none, 'Hi')).toBe('https://wa.me/?text=Hi');
});
