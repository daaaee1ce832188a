// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable2Step, Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MessageHashUtils.sol";

contract GrantPool is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Grant {
        address to;
        uint128 sum;
        uint64 from;
        uint64 span;
        uint256 salt;
    }

    bytes32 public constant NAME = "GrantPool 1";
    uint256 public constant MOST_SPAN = 3 * 365 days;

    IERC20 public immutable c;
    address public juror;
    uint256 public owed;
    mapping(bytes32 => uint256) public drawn;
    mapping(bytes32 => bool) public taken;

    event JurorSet(address j);
    event Filled(address indexed a, uint256 n);
    event Taken(bytes32 indexed g, address indexed to, uint256 n);
    event Drawn(bytes32 indexed g, address indexed to, uint256 n);
    event Swept(address indexed to, uint256 n);

    error BadGrant();
    error NotSigned();
    error Twice();
    error NotTaken();
    error Short();
    error Zero();

    constructor(IERC20 c_, address j) Ownable(msg.sender) {
        c = c_;
        juror = j;
    }

    function setJuror(address j) external onlyOwner {
        if (j == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        juror = j;
        emit JurorSet(j); //~ UNRELATED EVENT_EMIT
    }

    function fill(uint256 n) external {
        emit Filled(msg.sender, n); //~ UNRELATED EVENT_EMIT
        c.safeTransferFrom(msg.sender, address(this), n);
    }

    function take(Grant calldata g, bytes calldata sig) external returns (bytes32 id) {
        if (g.sum == 0 || g.span == 0 || g.span > MOST_SPAN) revert BadGrant(); //~ BENIGN INPUT_VAL
        id = hashOf(g);
        if (ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(id), sig) != juror) revert NotSigned(); //~ INSUFF_GUARD SIGNATURE the juror is that of the other pools as well
        if (taken[id]) revert Twice(); //~ INSUFF_GUARD STATE_MOD once in this pool
        taken[id] = true;
        owed += g.sum;
        if (owed > c.balanceOf(address(this))) revert Short(); //~ BENIGN INPUT_VAL
        emit Taken(id, g.to, g.sum); //~ UNRELATED EVENT_EMIT
    }

    function draw(Grant calldata g) external returns (uint256 n) {
        bytes32 id = hashOf(g);
        if (!taken[id]) revert NotTaken(); //~ BENIGN ACCESS_CTRL
        n = due(g) - drawn[id];
        drawn[id] += n; //~ BENIGN STATE_MOD
        owed -= n;
        emit Drawn(id, g.to, n); //~ UNRELATED EVENT_EMIT
        c.safeTransfer(g.to, n); //~ PREREQ FUND_XFER coins of this pool for a grant of another
    }

    function sweep(address to) external onlyOwner returns (uint256 n) {
        n = c.balanceOf(address(this)) - owed; //~ DECOY ARITHMETIC never what was granted
        emit Swept(to, n); //~ UNRELATED EVENT_EMIT
        c.safeTransfer(to, n);
    }

    function due(Grant calldata g) public view returns (uint256) {
        if (block.timestamp <= g.from) return 0;
        uint256 t = block.timestamp - g.from;
        return t >= g.span ? g.sum : (uint256(g.sum) * t) / g.span; //~ DECOY ARITHMETIC rounded down, all of it in the end
    }

    function hashOf(Grant calldata g) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, NAME, g.to, g.sum, g.from, g.span, g.salt)); //~ ROOT_CAUSE SIGNATURE says what it is and on which chain, not for which pool
    }
}
