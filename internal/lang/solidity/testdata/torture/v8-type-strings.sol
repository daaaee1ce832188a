// Type strings of EIP-712 in pieces, beside a function and an event that bear the same names.
pragma solidity 0.8.30;
contract Ballots {
    struct Ballot { uint256 proposalId; uint8 support; address voter; }
    event Vote(address indexed voter, uint256 proposalId);
    bytes32 private constant BALLOT = keccak256("Ballot(uint256 proposalId,uint8 support,address voter)");
    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,string version,"
        "uint256 chainId,address verifyingContract)");
    string private constant TYPES = "Ballot(uint256 proposalId,uint8 support,address voter)";
    function hash(Ballot calldata ballot) public view returns (bytes32) {
        require(keccak256(bytes(TYPES)) == BALLOT);
        bytes32 domain = keccak256(abi.encode(DOMAIN, keccak256(bytes(name())), keccak256("1"), block.chainid, address(this)));
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(BALLOT, ballot.proposalId, ballot.support, ballot.voter))));
    }
    function name() public pure returns (string memory) { return "Ballots"; }
    function support(uint256 proposalId, address voter) external { emit Vote(voter, proposalId); }
    function Ballot_(uint256 version) external pure returns (bytes4, uint256) { return (bytes4(keccak256("support(uint256,address)")), version); }
}
