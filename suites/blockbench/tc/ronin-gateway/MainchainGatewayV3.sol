// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./context/RoninBridgeManager.sol";
import "./context/Transfer.sol";

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

// mainchain side of the bridge. lives behind a proxy, so state is set up in steps and not in a constructor.
// each version brought one step along.
contract MainchainGatewayV3 {
    using Transfer for Transfer.Receipt;

    address public admin;
    bool public paused;

    // threshold, e.g. 70 of 100
    uint256 public num;
    uint256 public denom;

    RoninBridgeManager public bridgeManager;
    uint96 private _totalOperatorWeight;
    mapping(address => uint96) private _operatorWeight;

    address public wethUnwrapper; // who may unwrap for users, since V4
    uint256 public depositCount;

    mapping(uint8 => bool) public stepDone;
    mapping(uint256 => bytes32) public withdrawalHash; // by receipt id; zero is not paid yet

    modifier onlyAdmin() {
        require(msg.sender == admin, "gw: admin only");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "gw: paused");
        _;
    }

    modifier step(uint8 n) {
        require(!stepDone[n], "gw: step done"); //~ INSUFF_GUARD INIT no step twice, and nothing says that the one before was done
        stepDone[n] = true;
        _;
    }

    constructor() {
        admin = msg.sender;
    }

    // ---- setup

    function initialize(uint256 num_, uint256 denom_) external onlyAdmin step(1) {
        require(num_ > 0 && num_ <= denom_, "gw: threshold");
        num = num_;
        denom = denom_;
    }

    // operators come from the manager since V3, we keep a copy (cheaper to read)
    function initializeV3(RoninBridgeManager manager) external onlyAdmin step(3) {
        bridgeManager = manager;
        (address[] memory ops, uint96[] memory weights) = manager.getBridgeOperators();
        for (uint256 i = 0; i < ops.length; i++) {
            _operatorWeight[ops[i]] = weights[i];
            _totalOperatorWeight += weights[i]; //~ PREREQ INIT zero until this step has run
        }
    }

    function initializeV4(address unwrapper) external onlyAdmin step(4) {
        wethUnwrapper = unwrapper; //~ PREREQ INIT the step that ran alone
    }

    function setPaused(bool on) external onlyAdmin {
        paused = on;
        emit PausedSet(on);
    }

    // ---- to ronin

    // token == address(0) is ether
    function requestDepositFor(address recipient, address token, uint256 amount) external payable whenNotPaused {
        require(amount > 0, "gw: nothing");
        require(msg.value == (token == address(0) ? amount : 0), "gw: wrong value"); //~ BENIGN INPUT_VAL
        uint256 id = depositCount++;
        if (token != address(0)) require(IERC20(token).transferFrom(msg.sender, address(this), amount), "gw: token in");
        emit DepositRequested(id, msg.sender, recipient, token, amount); //~ UNRELATED EVENT_EMIT
    }

    // ---- from ronin

    // signatures in ascending order of the signers, so that nobody counts twice
    function submitWithdrawal(Transfer.Receipt calldata receipt, Transfer.Signature[] calldata sigs) external whenNotPaused {
        require(receipt.chainId == block.chainid, "gw: other chain");
        require(withdrawalHash[receipt.id] == 0, "gw: paid already");
        bytes32 h = receipt.hash(address(this)); //~ BENIGN SIGNATURE for this contract and chain, with every field
        withdrawalHash[receipt.id] = h;

        uint256 weight = 0;
        address last = address(0);
        for (uint256 i = 0; i < sigs.length; i++) {
            address signer = ecrecover(h, sigs[i].v, sigs[i].r, sigs[i].s);
            require(signer > last, "gw: order"); //~ BENIGN SIGNATURE zero never passes
            last = signer;
            weight += _operatorWeight[signer];
        }
        require(weight >= minimumVoteWeight(), "gw: votes"); //~ PREREQ ACCESS_CTRL no vote is enough for no weight

        if (receipt.token == address(0)) {
            (bool ok, ) = receipt.recipient.call{value: receipt.amount}("");
            require(ok, "gw: ether out");
        } else {
            require(IERC20(receipt.token).transfer(receipt.recipient, receipt.amount), "gw: token out");
        }
        emit Withdrew(h, receipt.recipient, receipt.token, receipt.amount);
    }

    // rounded up
    function minimumVoteWeight() public view returns (uint256) {
        return (num * _totalOperatorWeight + denom - 1) / denom; //~ ROOT_CAUSE ARITHMETIC nothing is required of operators that were never set up
    }

    function getTotalWeight() external view returns (uint256) {
        return _totalOperatorWeight;
    }

    event PausedSet(bool on);
    event DepositRequested(uint256 indexed id, address from, address recipient, address token, uint256 amount);
    event Withdrew(bytes32 indexed hash, address recipient, address token, uint256 amount);
}
