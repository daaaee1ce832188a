// EIP-712 before structs were common: type strings whose words are names here.
pragma solidity 0.5.17;
contract Mailbox {
    struct Person { address wallet; bytes32 name; }
    struct Mail { Person from; Person to; bytes32 contents; }
    bytes32 constant PERSON = keccak256("Person(address wallet,bytes32 name)");
    bytes32 constant MAIL = keccak256("Mail(Person from,Person to,bytes32 contents)Person(address wallet,bytes32 name)");
    function hash(Person memory person) internal pure returns (bytes32) { return keccak256(abi.encode(PERSON, person.wallet, person.name)); }
    function digest(address wallet, bytes32 name, bytes32 contents) public pure returns (bytes32) {
        Mail memory mail = Mail(Person(wallet, name), Person(address(0), name), contents);
        return keccak256(abi.encode(MAIL, hash(mail.from), hash(mail.to), mail.contents));
    }
    function wallet(bytes32 from) public pure returns (bytes32) { return from; }
}
