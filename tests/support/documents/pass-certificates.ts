import { generateKeyPairSync, randomUUID } from 'node:crypto'
import forge from 'node-forge'

/** Certificates as Apple gives them: a well-known root, one below it that signs for developers, and ours. */
export type PassCertificates = {
  /** PEM. */
  readonly root: string
  readonly intermediate: string
  readonly leaf: string
  /** PKCS#12 in Base64, with key, certificate and intermediate. */
  readonly keystore: string
  /** The same without the intermediate. */
  readonly bareKeystore: string
  readonly password: string
  readonly alias: string
  /** A server certificate of the same root for 127.0.0.1, for the stand-in of Apple. */
  readonly server: ServerCertificate
  /** The same for 192.0.2.1, where no server of ours is. */
  readonly serverElsewhere: ServerCertificate
}

/** Both PEM. */
type ServerCertificate = { readonly cert: string; readonly key: string }

type KeyPair = { readonly privateKey: forge.pki.rsa.PrivateKey; readonly publicKey: forge.pki.rsa.PublicKey }

const PASSWORD = 'a password of tests'
const ALIAS = 'Pass key'

/** `typeIdentifier` becomes the UID of the leaf, as with Apple. */
export function passCertificates(typeIdentifier: string): PassCertificates {
  const [rootKeys, middleKeys, leafKeys, serverKeys] = [keyPair(), keyPair(), keyPair(), keyPair()]
  // Another name each time: files of tests share a process, and an authority of the same name with another key that one of them
  // trusts would be taken for this one.
  const rootName = `Test Root ${randomUUID()}`
  const root = certificate(rootName, rootKeys, { name: rootName, keys: rootKeys }, CA)
  const intermediate = certificate('Test WWDR', middleKeys, { name: rootName, keys: rootKeys }, CA)
  const leaf = certificate(typeIdentifier, leafKeys, { name: 'Test WWDR', keys: middleKeys }, LEAF)
  const serverAt = (ip: string): ServerCertificate => ({
    cert: pem(certificate(ip, serverKeys, { name: rootName, keys: rootKeys }, serverExtensions(ip))),
    key: forge.pki.privateKeyToPem(serverKeys.privateKey),
  })
  const pem = (one: forge.pki.Certificate) => forge.pki.certificateToPem(one)
  return {
    root: pem(root),
    intermediate: pem(intermediate),
    leaf: pem(leaf),
    keystore: keystore(leafKeys.privateKey, [leaf, intermediate, root]),
    bareKeystore: keystore(leafKeys.privateKey, [leaf]),
    password: PASSWORD,
    alias: ALIAS,
    server: serverAt('127.0.0.1'),
    serverElsewhere: serverAt('192.0.2.1'),
  }
}

/** By the platform, which is a hundred times as fast. */
function keyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey: forge.pki.privateKeyFromPem(privateKey), publicKey: forge.pki.publicKeyFromPem(publicKey) }
}

const CA = [
  { name: 'basicConstraints', cA: true },
  { name: 'keyUsage', keyCertSign: true },
]
const LEAF = [{ name: 'keyUsage', digitalSignature: true }]
const serverExtensions = (ip: string) => [{ name: 'subjectAltName', altNames: [{ type: 7, ip }] }]

let serial = 0

function certificate(
  name: string,
  { publicKey }: KeyPair,
  issuer: { readonly name: string; readonly keys: KeyPair },
  extensions: object[],
): forge.pki.Certificate {
  const made = forge.pki.createCertificate()
  made.publicKey = publicKey
  serial += 1
  made.serialNumber = `0${serial}`
  made.validity.notBefore = new Date('2020-01-01T00:00:00Z')
  made.validity.notAfter = new Date('2049-01-01T00:00:00Z')
  made.setSubject([{ name: 'commonName', value: name }])
  made.setIssuer([{ name: 'commonName', value: issuer.name }])
  made.setExtensions(extensions)
  made.sign(issuer.keys.privateKey, forge.md.sha256.create())
  return made
}

function keystore(key: forge.pki.rsa.PrivateKey, certificates: forge.pki.Certificate[]): string {
  const file = forge.pkcs12.toPkcs12Asn1(key, certificates, PASSWORD, { algorithm: '3des', friendlyName: ALIAS })
  return forge.util.encode64(forge.asn1.toDer(file).getBytes())
}
