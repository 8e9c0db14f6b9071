// The people who can sign in, by the name they give. Each states the market in
// a different way, and one does not state it at all.
const person = (sub, claims) => ({ sub, name: `${sub[0].toUpperCase()}${sub.slice(1)} Sample`, email: `${sub}@example.com`, ...claims });

export const people = new Map([
  person('chiyo', { country_code: 'JP', locale: 'en-GB', address: { country: 'DE' } }),
  person('adam', { address: { street_address: '1 Sample Street', country: 'DE' }, locale: 'en-GB' }),
  person('loki', { locale: 'pt-BR' }),
  person('nemo', {}),
].map((claims) => [claims.sub, claims]));

// What a scope is good for. users is a scope of the service and gives no claim.
export const claims = {
  openid: ['sub'],
  profile: ['name', 'locale', 'country_code'],
  email: ['email'],
  address: ['address'],
};
