// node server.mjs [--port N] [--access-life SECONDS] [--scope-claims] [--userinfo-only] [--no-registration] [--no-device]
//   [--answer-scope none|without-openid|list] [--refuse-scope NAME] [--hide-scopes] [--resources]
//
// A certified OpenID provider written by others, so that the sign-in of travel is
// not only tested against our own server. It prints its issuer as one line, and ends
// when its input does. Besides the provider's own addresses there are two for
// tests: GET /events lists what happened so far, POST /clock?ahead=SECONDS sets
// its clock forward.
import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import { parseArgs } from 'node:util';

import Provider from 'oidc-provider';

import { consent, device, login } from './pages.mjs';
import { claims, people } from './people.mjs';

const { values: flags } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'access-life': { type: 'string', default: '3600' },
    'scope-claims': { type: 'boolean', default: false }, // put what a scope is good for into the id_token unasked
    'userinfo-only': { type: 'boolean', default: false }, // no claim but sub in the id_token, and none can be asked for
    'no-registration': { type: 'boolean', default: false },
    'no-device': { type: 'boolean', default: false },
    'answer-scope': { type: 'string', default: 'granted' }, // what the token answer says of the scopes, wrong in three ways
    'refuse-scope': { type: 'string' }, // whoever asks for this one gets invalid_scope; it is not listed
    'hide-scopes': { type: 'boolean', default: false }, // scopes_supported is not told, which OpenID Connect allows
    resources: { type: 'boolean', default: false }, // RFC 8707: an access token is for the resource that is asked for, and a JWT
  },
});

const realNow = Date.now;
let ahead = 0;
Date.now = () => realNow() + ahead;

const scopes = ['openid', 'offline_access', 'profile', 'email', 'address', 'users'];
const offered = scopes.filter((name) => name !== flags['refuse-scope']);

// A public program on a user's computer, on any port (RFC 8252 §7.3).
const native = (id, algorithm) => ({
  client_id: id,
  scope: flags['refuse-scope'] && offered.join(' '),
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: algorithm,
  redirect_uris: ['http://127.0.0.1/callback'],
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token', ...(flags['no-device'] ? [] : ['urn:ietf:params:oauth:grant-type:device_code'])],
});

const key = (type, options, algorithm) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }), use: 'sig', alg: algorithm,
});

const configuration = {
  clients: [
    native('travel', 'RS256'),
    native('travel-es', 'ES256'),
    // The API, which asks whose token it was given.
    { client_id: 'api', client_secret: 'made-up', redirect_uris: [], response_types: [], grant_types: [] },
  ],
  jwks: {
    keys: [key('rsa', { modulusLength: 2048 }, 'RS256'), key('ec', { namedCurve: 'P-256' }, 'ES256')],
  },
  scopes,
  claims,
  conformIdTokenClaims: !flags['scope-claims'], // OpenID Connect Core 1.0 §5.4
  findAccount: (ctx, id) => people.has(id) && { accountId: id, claims: () => people.get(id) },
  rotateRefreshToken: true,
  pkce: { required: () => true },
  ttl: {
    AccessToken: Number(flags['access-life']),
    RefreshToken: 86400, IdToken: 3600, Grant: 86400, Session: 86400, Interaction: 600, DeviceCode: 600,
  },
  cookies: { keys: ['made up'] },
  interactions: { url: (ctx, interaction) => `/interaction/${interaction.uid}` },
  renderError: (ctx, out) => { ctx.type = 'text/plain'; ctx.body = `${out.error}: ${out.error_description}`; },
  features: {
    claimsParameter: { enabled: !flags['userinfo-only'] },
    devInteractions: { enabled: false },
    deviceFlow: { enabled: !flags['no-device'], ...device },
    introspection: { enabled: true, allowedPolicy: () => true },
    registration: { enabled: !flags['no-registration'] },
    ...(flags.resources && { resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (ctx, resource) => ({
        audience: resource, scope: scopes.join(' '), accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } },
      }),
    } }),
    revocation: { enabled: true },
    userinfo: { enabled: true },
  },
};

const server = http.createServer();
await new Promise((ready) => { server.listen(Number(flags.port), '127.0.0.1', ready); });
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, configuration);

// What other servers say and this one does not: its answers are changed on their way out.
const answered = {
  granted: (scope) => scope,
  none: () => undefined,
  'without-openid': (scope) => scope.split(' ').filter((name) => name !== 'openid').join(' '),
  list: (scope) => scope.split(' '),
}[flags['answer-scope']];
provider.use(async (ctx, next) => {
  await next();
  if (ctx.oidc?.route === 'token' && ctx.body?.scope) {
    ctx.body.scope = answered(ctx.body.scope);
  } else if (ctx.oidc?.route === 'discovery') {
    ctx.body.scopes_supported = flags['hide-scopes'] ? undefined : offered;
  }
});

const events = [];
for (const event of ['authorization.success', 'authorization.error', 'registration_create.success', 'registration_create.error',
  'device_authorization.success', 'grant.success', 'grant.error', 'grant.revoked', 'revocation.error', 'server_error']) {
  provider.on(event, (ctx, what) => events.push({
    event,
    client: ctx.oidc?.client?.clientId,
    grant: ctx.oidc?.params?.grant_type,
    scope: ctx.oidc?.params?.scope,
    error: what instanceof Error ? [what.error, what.error_detail ?? what.error_description ?? what.message].join(': ') : undefined,
  }));
}

async function answer(req) {
  let body = '';
  for await (const chunk of req) body += chunk;
  return new URLSearchParams(body);
}

// allowed grants everything that was asked for.
async function allowed({ params, session, grantId, prompt }) {
  const grant = (grantId && await provider.Grant.find(grantId))
    || new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '));
  grant.addOIDCClaims(prompt.details.missingOIDCClaims ?? []);
  for (const [resource, names] of Object.entries(prompt.details.missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, names.join(' '));
  }
  return { consent: { grantId: await grant.save() } };
}

async function interaction(req, res) {
  const details = await provider.interactionDetails(req, res);
  const asksWho = details.prompt.name === 'login';
  if (req.method === 'GET') {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Security-Policy', "default-src 'none'");
    res.end(asksWho ? login() : consent((details.params.scope ?? '').split(' ')));
    return;
  }
  const form = await answer(req);
  let result = { error: 'access_denied', error_description: 'the person pressed Cancel' };
  if (asksWho) {
    result = { login: { accountId: form.get('name') } };
  } else if (form.get('answer') === 'allow') {
    result = await allowed(details);
  }
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true });
}

const callback = provider.callback();
server.on('request', async (req, res) => {
  const url = new URL(req.url, issuer);
  try {
    if (url.pathname === '/events') {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(events));
    } else if (url.pathname === '/clock') {
      ahead += Number(url.searchParams.get('ahead')) * 1000;
      res.end();
    } else if (url.pathname.startsWith('/interaction/')) {
      await interaction(req, res);
    } else {
      await callback(req, res);
    }
  } catch (err) {
    res.statusCode = 500;
    res.end(String(err));
  }
});

console.log(issuer);
process.stdin.on('end', () => process.exit()).resume();
