// What the sign-up page says.
export const name = "Your name or your shop's name";
export const nameExample = 'Bisi Fabrics';
export const nameHint = 'Others see this name. You can change it later.';
export const nameMissing = "Enter your name or your shop's name";
export const userNameHint = "Used in your link. Letters, numbers and _ only. You can't change it later.";
export const yourLink = 'Your link: <address/>';
export const submit = 'Create account';
export const lead = 'Buy and sell across the whole market. It is free.';
export const pageTitle = 'Sign up';
export const title = 'Create your account';
export const acceptTerms =
	'By signing up you accept our <terms>terms and conditions</terms>. See our <privacy>privacy page</privacy> for how we use your data.';
export const haveAccount = 'Already have an account? <login>Log in</login>';
